import { useLocalStorage } from '@mantine/hooks'

const STORED = 'sound'
/** One soft tone for whatever comes within this time, from whichever tab. */
const QUIET_MS = 2_000
const TONE_HZ = 660
const TONE_S = 0.35
const LOUDNESS = 0.08

let speaker: AudioContext | undefined

/** Whether new orders are heard, and how to switch it; off until switched on, remembered in this browser. */
export const useSound = () => useLocalStorage({ key: STORED, defaultValue: false, getInitialValueInEffect: false })

/** Sounds for a new order if that is switched on: in one tab of the browser, not in all of them. */
export async function soundNewOrder(): Promise<void> {
  if (localStorage.getItem(STORED) !== 'true' || !navigator.userActivation?.hasBeenActive) return
  if (!navigator.locks) return soundTone()
  await navigator.locks.request('tone', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    await soundTone()
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  })
}

/** One soft tone; browsers stay silent until somebody has clicked or typed in the tab. */
export async function soundTone(): Promise<void> {
  speaker ??= new AudioContext()
  await speaker.resume()
  const [start, end] = [speaker.currentTime, speaker.currentTime + TONE_S]
  const tone = new OscillatorNode(speaker, { type: 'sine', frequency: TONE_HZ })
  const volume = new GainNode(speaker, { gain: 0 })
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + TONE_S / 8)
  volume.gain.linearRampToValueAtTime(0, end)
  tone.connect(volume).connect(speaker.destination)
  tone.start(start)
  tone.stop(end)
}
