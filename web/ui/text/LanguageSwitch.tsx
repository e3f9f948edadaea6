import { Button } from '@mantine/core'
import { type Language, languages, readLanguage, useT } from './i18n.ts'
import classes from './language-switch.module.css'

/** Shows the other language in its own script, and switches without a reload. */
export function LanguageSwitch({ choose }: { readonly choose: (language: Language) => void }) {
  useT()
  const other = readLanguage() === 'en' ? 'bn' : 'en'
  return (
    <Button variant="subtle" color="gray" size="compact-md" onClick={() => choose(other)}>
      <LanguageName language={other} />
    </Button>
  )
}

/** A language's own name, in glyphs available in every language. */
export const LanguageName = ({ language }: { language: Language }) => (
  <span className={classes.name} lang={language}>
    {languages[language]}
  </span>
)
