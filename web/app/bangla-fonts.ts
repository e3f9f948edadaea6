// Loaded with the Bangla texts alone: many machines have no font for them, and nobody else should fetch one.
import '@fontsource/noto-sans-bengali/bengali-400.css'
import '@fontsource/noto-sans-bengali/bengali-600.css'
