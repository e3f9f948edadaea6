import { Drawer, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../calls/api.ts'
import { LoadError, Loading } from '../states.tsx'
import { useT } from '../text/i18n.ts'
import { useIsCovered } from './is-covered.ts'
import { useSecondClick } from './second-click.ts'

interface SideDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Already translated. */
  readonly title: string
  /** Its width, as CSS. */
  readonly size: string
  /** Over whatever screen asked for it, by the address: Escape is its own. */
  readonly isUppermost?: boolean
  readonly children: ReactNode
}

/** What belongs to one row of a screen's own list, or to what any screen names, beside it. */
export function SideDrawer({ title, isUppermost, children, onClose, ...drawer }: SideDrawerProps) {
  const t = useT()
  const isCovered = useIsCovered()
  const { overlayProps, wasMeant } = useSecondClick(drawer.opened)
  return (
    <Drawer
      {...drawer}
      onClose={() => wasMeant() && onClose()}
      overlayProps={overlayProps}
      closeOnEscape={isUppermost || !isCovered}
      position="right"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={<b>{title}</b>}
    >
      {children}
    </Drawer>
  )
}

interface LastReadProps<D> {
  readonly query: Pick<UseQueryResult<D, ApiError>, 'data' | 'error' | 'refetch'>
  readonly children: (data: D) => ReactNode
  /** Says a failure, where that takes more than its sentence. */
  readonly failed?: (error: ApiError, retry: () => void) => ReactNode
}

/**
 * What was last read. That it cannot be read again stands above it; in its place where there is no such thing any more (404), or none
 * that one may see (403).
 */
export function LastRead<D>({ query: { data, error, refetch }, children, failed = loadError }: LastReadProps<D>) {
  return (
    <Stack gap="md">
      {error && failed(error, () => void refetch())}
      {data !== undefined && !isOver(error) && children(data)}
      {data === undefined && !error && <Loading rows={6} height={48} />}
    </Stack>
  )
}

/** Whether there is no such thing any more, or none that one may see. */
export const isOver = (error: ApiError | null): boolean => error?.status === 403 || error?.status === 404

const loadError = (error: ApiError, retry: () => void) => <LoadError error={error} onRetry={retry} />
