import { Button } from '@mantine/core'
import { languages, readLanguage, setLanguage, useT } from './i18n.ts'

/** Shows the other language in its own script and switches to it without a reload. */
export function LanguageSwitch() {
  useT()
  const other = readLanguage() === 'en' ? 'bn' : 'en'
  return (
    <Button variant="subtle" color="gray" size="compact-md" lang={other} onClick={() => void setLanguage(other)}>
      {languages[other]}
    </Button>
  )
}
