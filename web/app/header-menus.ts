// One file of the build: each is small, and they share what they are made of.
export { ColourSchemes } from './ColourSchemes.tsx'
export { ProfileEntries } from './ProfileEntries.tsx'
