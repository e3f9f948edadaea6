import { Drawer } from '@mantine/core'
import { useT } from '../kit/i18n.ts'
import { Statement } from '../kit/statement/Statement.tsx'
import type { StatementOf } from '../kit/statement/sources.ts'

interface StatementDrawerProps {
  readonly source: StatementOf
  readonly onClose: () => void
}

/** The statement of one account, over whatever screen asked for it. */
export function StatementDrawer({ source, onClose }: StatementDrawerProps) {
  const t = useT()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="48rem"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={<b>{t('Statement')}</b>}
    >
      <Statement source={source} />
    </Drawer>
  )
}
