import { useLocalStorage } from '@mantine/hooks'

const STORED = 'sound'
/** At most one tone within this time, across all tabs. */
const QUIET_MS = 2_000
const TONE_HZ = 660
const TONE_S = 0.35
const LOUDNESS = 0.08

let speaker: AudioContext | undefined

/** Whether new orders make a sound, with a setter; off by default, stored in this browser. */
export const useSound = () => useLocalStorage({ key: STORED, defaultValue: false, getInitialValueInEffect: false })

/** Plays a sound for a new order if switched on, in only one tab of the browser. */
export async function soundNewOrder(): Promise<void> {
  if (localStorage.getItem(STORED) !== 'true' || !navigator.userActivation?.hasBeenActive) return
  if (!navigator.locks) return soundTone()
  await navigator.locks.request('tone', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    await soundTone()
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  })
}

/** Plays one soft tone. Browsers stay silent until the tab has been clicked or typed in. */
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
