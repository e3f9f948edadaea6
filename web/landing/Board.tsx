import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ModuleKey } from '#contract/access.ts'
import { useCan } from '../calls/session.ts'
import { Section } from '../ui/Section.tsx'
import { useT } from '../ui/text/i18n.ts'

interface BoardProps {
  readonly title: string
  readonly isEmpty: boolean
  /** Where it is changed, by those who may. */
  readonly edits: readonly [path: string, module: ModuleKey]
  readonly children: ReactNode
}

export function Board({ title, isEmpty, edits: [path, module], children }: BoardProps) {
  const t = useT()
  const edit = useCan()(module) && (
    <Anchor
      size="sm"
      aria-label={t('Edit {{name}}', { name: t(title) })}
      renderRoot={(props) => <Link to={path as '/'} {...props} />}
    >
      {t('Edit')}
    </Anchor>
  )
  return (
    <Section title={title} gap="sm" aside={edit}>
      {isEmpty ? <Text c="dimmed">{t('Customers see nothing here.')}</Text> : children}
    </Section>
  )
}
