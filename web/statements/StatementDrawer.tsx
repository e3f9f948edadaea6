import { Drawer } from '@mantine/core'
import { useEffect } from 'react'
import { useT } from '../kit/i18n.ts'
import { useSecondClick } from '../kit/second-click.ts'
import { Statement } from '../kit/statement/Statement.tsx'
import { sourceFrom } from '../kit/statement/sources.ts'

interface StatementDrawerProps {
  /** Whose statement, as the address of the screen says it: 'admin:3'. Nobody's is closed. */
  readonly address: string
  readonly onClose: () => void
}

/** The statement of one account, over whatever screen asked for it. */
export function StatementDrawer({ address, onClose }: StatementDrawerProps) {
  const t = useT()
  const { overlayProps, wasMeant } = useSecondClick(true)
  const source = sourceFrom(address)
  const isNobodys = source === undefined
  useEffect(() => {
    if (isNobodys) onClose()
  }, [isNobodys, onClose])
  if (!source) return null
  return (
    <Drawer
      opened
      onClose={() => wasMeant() && onClose()}
      overlayProps={overlayProps}
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
