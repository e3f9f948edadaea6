import pg from 'pg'

/** Whether this is an address that the driver can read. Nobody is asked yet. */
export const isAddress = (text: string): boolean =>
  // Without a host it is a socket's, whose place the rest of the address says.
  URL.canParse(text.replace('@/', '@localhost/')) && isDecoded(text)

// By the driver itself: it takes many a bare % as it is, and others for the beginning of a letter.
const isDecoded = (address: string) => {
  try {
    new pg.Client({ connectionString: address })
    return true
  } catch (error) {
    return !(error instanceof URIError)
  }
}
