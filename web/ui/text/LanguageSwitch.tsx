import { Button } from '@mantine/core'
import { type Language, languages, otherLanguages, useT } from './i18n.ts'
import classes from './language-switch.module.css'

/** Shows the next language in its own script, and switches without a reload. */
export function LanguageSwitch({ choose }: { readonly choose: (language: Language) => void }) {
  useT()
  const [next] = otherLanguages()
  if (!next) return null
  return (
    <Button variant="subtle" color="gray" size="compact-md" onClick={() => choose(next)}>
      <LanguageName language={next} />
    </Button>
  )
}

/** A language's own name, in glyphs available in every language. */
export const LanguageName = ({ language }: { language: Language }) => (
  <span className={classes.name} lang={language}>
    {languages[language]}
  </span>
)
