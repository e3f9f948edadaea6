import { Stack, type StackProps, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useT } from './text/i18n.ts'

interface SectionProps extends Pick<StackProps, 'gap'> {
  /** English text. */
  readonly title: string
  readonly children: ReactNode
}

/** A part of a screen under a heading, by which it is named. */
export function Section({ title, gap = 'xs', children }: SectionProps) {
  const t = useT()
  const id = useId()
  return (
    <Stack component="section" gap={gap} aria-labelledby={id}>
      <Title order={2} id={id}>
        {t(title)}
      </Title>
      {children}
    </Stack>
  )
}
