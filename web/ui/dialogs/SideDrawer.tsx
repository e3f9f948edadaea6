import { Drawer, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../calls/api.ts'
import { LoadError, Loading } from '../states.tsx'
import { useT } from '../text/i18n.ts'
import { useIsCovered } from './is-covered.ts'
import { useSecondClick } from './second-click.ts'

interface SideDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Already translated. */
  readonly title: string
  readonly size: string
  /** Opened by URL over any screen: handles Escape itself. */
  readonly isUppermost?: boolean
  readonly children: ReactNode
}

/** A drawer beside a list: for one of its rows, or for anything a screen links to. */
export function SideDrawer({ title, isUppermost, children, onClose, ...drawer }: SideDrawerProps) {
  const t = useT()
  const isCovered = useIsCovered()
  const { overlayProps, isIntended } = useSecondClick(drawer.opened)
  return (
    <Drawer
      {...drawer}
      onClose={() => isIntended() && onClose()}
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
  /** Shows a failure that needs more than its message. */
  readonly failed?: (error: ApiError, retry: () => void) => ReactNode
}

/** The last data read. If it cannot be read again, the error is shown above it, or in its place if the thing is gone (404) or
 * not visible to the admin (403). */
export function LastRead<D>({ query: { data, error, refetch }, children, failed = loadError }: LastReadProps<D>) {
  return (
    <Stack gap="md">
      {error && failed(error, () => void refetch())}
      {data !== undefined && !isOver(error) && children(data)}
      {data === undefined && !error && <Loading rows={6} height={48} />}
    </Stack>
  )
}

/** Whether the thing is gone, or not visible to the admin. */
export const isOver = (error: ApiError | null): boolean => error?.status === 403 || error?.status === 404

const loadError = (error: ApiError, retry: () => void) => <LoadError error={error} onRetry={retry} />
