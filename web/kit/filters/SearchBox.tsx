import { Button, CloseButton, Input } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { MAX_SEARCH } from '#contract/limits.ts'
import { useSearchKey } from '../keys.ts'
import { useT } from '../text/i18n.ts'
import classes from './filters.module.css'
import { useTyped } from './use-typed.ts'

interface SearchBoxProps {
  /** What is searched for now. */
  readonly value: string | undefined
  /** English text that says what can be found. */
  readonly placeholder: string
  readonly onSearch: (text: string | undefined) => void
  /** 'Clear' is a button of its own instead of a cross within the box. */
  readonly hasClear?: boolean
}

/** Searches by Enter or the button, only for a text that is not empty; Clear takes the search back. */
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
    // The cross is gone with what it cleared.
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
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSectionPointerEvents="all"
          rightSection={typed + value === '' || hasClear ? null : <CloseButton aria-label={t('Clear')} onClick={clear} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t('Search')}
        </Button>
        {hasClear && (
          <Button variant="default" onClick={clear}>
            {t('Clear')}
          </Button>
        )}
      </form>
    </search>
  )
}
