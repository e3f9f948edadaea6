const MB = 1_000_000

export const megabytes = (bytes: number): string => `${Math.round(bytes / MB).toLocaleString('en')} MB`
