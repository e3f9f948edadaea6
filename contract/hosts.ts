const split = (list: string): string[] => list.split(/[\s,]+/).filter((entry) => entry !== '')

/** As the URL parser writes it: lower case, one form for each address. */
const hostOf = (entry: string): string | undefined => {
  const host = /^[^[]*:.*:/.test(entry) ? `[${entry}]` : entry
  return /^(\[[^\]]*\]|[^:/?#@\\[\]]+)$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined
}

export const hostsOf = (list: string): string[] => split(list).flatMap((entry) => hostOf(entry) ?? [])

/** Whether all are names or addresses, without a port or path. */
export const areHosts = (list: string): boolean => split(list).every((entry) => hostOf(entry) !== undefined)
