const WITH_SCHEME = /^(https?:\/\/|mailto:|tel:)/i
/** 'wa.me/880…', 'shop.example:8080'. The last label is letters ('1.5' is no host) and the port digits (a scheme is no host). */
const HOST = /^([\p{L}\p{M}\p{N}_-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]+(:\d{1,5})?([/?#]|$)/u
const EMAIL = /^[^\s@:/?#]+@([\p{L}\p{M}\p{N}_-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]+$/u

/** Adds a missing scheme. Undefined if a text may not link there. */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim()
  if (WITH_SCHEME.test(address)) return address
  if (HOST.test(address)) return `https://${address}`
  return EMAIL.test(address) ? `mailto:${address}` : undefined
}
