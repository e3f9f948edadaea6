import { Button } from '@mantine/core'
import { type Language, languages, readLanguage, setLanguage, useT } from './i18n.ts'
import classes from './language-switch.module.css'

/** Shows the other language in its own script and switches to it without a reload. */
export function LanguageSwitch() {
  useT()
  const other = readLanguage() === 'en' ? 'bn' : 'en'
  return (
    <Button variant="subtle" color="gray" size="compact-md" onClick={() => void setLanguage(other)}>
      <LanguageName language={other} />
    </Button>
  )
}

/** A language's own name, in letters that are there in every language. */
export const LanguageName = ({ language }: { language: Language }) => (
  <span className={classes.name} lang={language}>
    {languages[language]}
  </span>
)
