const GSM_7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each takes two places, because it is sent with an escape. */
const GSM_7_EXTENSION = '\f^{}\\[~]|€'

const BASIC = new Set(GSM_7)
const EXTENSION = new Set(GSM_7_EXTENSION)

export const PLACES = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const

/** The shop pays per segment and number. */
export interface Segments {
  /** One character outside GSM-7, such as any Bangla letter, makes the whole message UCS-2. */
  readonly encoding: keyof typeof PLACES
  readonly characters: number
  readonly segments: number
  readonly left: number
}

export const segmentsOf = (message: string): Segments => {
  const letters = [...message]
  const encoding = letters.every((letter) => BASIC.has(letter) || EXTENSION.has(letter)) ? 'GSM-7' : 'UCS-2'
  const sizes = letters.map((letter) => (encoding === 'UCS-2' ? letter.length : EXTENSION.has(letter) ? 2 : 1))
  const { alone, joined } = PLACES[encoding]
  const places = sizes.reduce((sum, size) => sum + size, 0)
  const whole = { encoding, characters: letters.length } as const
  if (places <= alone) return { ...whole, segments: places === 0 ? 0 : 1, left: alone - places }
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > joined) {
      segments++
      used = 0
    }
    used += size
  }
  return { ...whole, segments, left: joined - used }
}
