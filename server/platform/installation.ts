/** What this installation is called and which time zone it keeps, with whatever else its pages know before their first request. */
interface Installation {
  readonly name: string
  readonly time_zone: string
}

let present: Installation = { name: '', time_zone: 'UTC' }

/** Cached, so that pages need no database connection, which may be scarce. */
export const installation = (): Installation => present

export const setInstallation = (changed: Installation): void => {
  present = changed
}
