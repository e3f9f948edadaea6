import { Button } from '@mantine/core'
import { languages, readLanguage, setLanguage, useT } from './i18n.ts'
import classes from './language-switch.module.css'

/** Shows the other language in its own script and switches to it without a reload. */
export function LanguageSwitch() {
  useT()
  const other = readLanguage() === 'en' ? 'bn' : 'en'
  return (
    <Button
      className={classes.name}
      variant="subtle"
      color="gray"
      size="compact-md"
      lang={other}
      onClick={() => void setLanguage(other)}
    >
      {languages[other]}
    </Button>
  )
}
