import { ActionIcon, Button, CloseButton, Input } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { MAX_SEARCH } from '#contract/limits.ts'
import { useSearchKey } from '../../ui/keys.ts'
import { useT } from '../../ui/text/i18n.ts'
import { useTyped } from '../../ui/use-typed.ts'
import classes from './filters.module.css'

interface SearchBoxProps {
  readonly value: string | undefined
  /** English hint on what can be found. */
  readonly placeholder: string
  readonly onSearch: (text: string | undefined) => void
  /** A separate 'Clear' button instead of a cross inside the box. */
  readonly hasClear?: boolean
}

/** Searches on Enter or by the button, unless the text is empty. Clear removes the search. */
export function SearchBox({ value = '', placeholder, onSearch, hasClear = false }: SearchBoxProps) {
  const t = useT()
  const box = useSearchKey()
  const { typed, setTyped } = useTyped(value)
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onSearch(typed.trim())
  }
  const clear = () => {
    setTyped('')
    if (value !== '') onSearch(undefined)
    // The cross disappears once the box is empty.
    if (!hasClear) box.current?.focus()
  }
  return (
    <search className={classes.search}>
      <form className={classes.form} onSubmit={search}>
        <Input
          className={classes.grow}
          ref={box}
          type="search"
          aria-label={t('Search')}
          placeholder={t(placeholder)}
          maxLength={MAX_SEARCH}
          autoComplete="off"
          leftSectionPointerEvents="all"
          leftSection={
            <ActionIcon type="submit" variant="subtle" color="gray" aria-label={t('Search')}>
              <IconSearch size={16} aria-hidden />
            </ActionIcon>
          }
          rightSectionPointerEvents="all"
          rightSection={typed + value === '' || hasClear ? null : <CloseButton aria-label={t('Clear')} onClick={clear} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {hasClear && (
          <Button variant="default" onClick={clear}>
            {t('Clear')}
          </Button>
        )}
      </form>
    </search>
  )
}
