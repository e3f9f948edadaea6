/** What a link in rich text may lead to. */
const WITH_SCHEME = /^(https?:\/\/|mailto:|tel:)/i
/** 'wa.me/880…', 'shop.example:8080': a last name of letters, so that '1.5' is none, and a port of digits, so that no scheme is one. */
const HOST = /^([\p{L}\p{M}\p{N}_-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]+(:\d{1,5})?([/?#]|$)/u
const EMAIL = /^[^\s@:/?#]+@([\p{L}\p{M}\p{N}_-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]+$/u

/** The address of a link in rich text, with the scheme that was left out; undefined where it is none that a text may lead to. */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim()
  if (WITH_SCHEME.test(address)) return address
  if (HOST.test(address)) return `https://${address}`
  return EMAIL.test(address) ? `mailto:${address}` : undefined
}
