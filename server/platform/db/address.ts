import pg from 'pg'

export const isAddress = (text: string): boolean =>
  // Without a host it is a socket whose path is in the query.
  URL.canParse(text.replace('@/', '@localhost/')) && isDecoded(text)

/** As libpq takes them: 'postgres://a,b/topdeck'. The driver would take them for one name. */
export const namesSeveralHosts = (text: string): boolean => {
  const host = /\/\/(?:[^/?]*@)?([^/?@]*)(?:[/?]|$)/.exec(text)?.[1] ?? ''
  return host.includes(',') || /[?&]host=[^&]*(,|%2c)/i.test(text)
}

// Decoded by the driver itself, which accepts some bare % but not all.
const isDecoded = (address: string) => {
  try {
    new pg.Client({ connectionString: address })
    return true
  } catch (error) {
    return !(error instanceof URIError)
  }
}
