import { CloseButton, Input } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { LOCAL_SEARCH_DEBOUNCE_MS, MAX_SEARCH } from '#contract/limits.ts'
import { useSearchKey } from '../../ui/keys.ts'
import { useT } from '../../ui/text/i18n.ts'
import { useTyped } from '../../ui/use-typed.ts'
import classes from './filters.module.css'

interface LocalSearchBoxProps {
  readonly value: string | undefined
  readonly onSearch: (text: string | undefined) => void
}

/** Searches loaded rows, debounced, or at once on Enter. */
export function LocalSearchBox({ value = '', onSearch }: LocalSearchBoxProps) {
  const t = useT()
  const box = useSearchKey()
  const { typed, setTyped, applied, setApplied } = useTyped(value)
  // Reads the box at that time: it may have been cleared meanwhile.
  const searchLater = useDebouncedCallback(() => {
    const text = typed.trim()
    if (text === applied) return
    setApplied(text)
    onSearch(text || undefined)
  }, LOCAL_SEARCH_DEBOUNCE_MS)
  const change = (text: string) => {
    setTyped(text)
    searchLater()
  }
  const clear = () => {
    change('')
    // The clear button disappears once the box is empty.
    box.current?.focus()
  }
  return (
    <search className={classes.search}>
      <Input
        ref={box}
        type="search"
        aria-label={t('Search')}
        placeholder={t('Search this list')}
        maxLength={MAX_SEARCH}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSectionPointerEvents="all"
        rightSection={typed === '' ? null : <CloseButton aria-label={t('Clear')} onClick={clear} />}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          // Enter in the search must not submit a surrounding form.
          event.preventDefault()
          searchLater.flush()
        }}
      />
    </search>
  )
}
