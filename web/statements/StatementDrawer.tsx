import { useEffect } from 'react'
import { Statement } from '../money/statement/Statement.tsx'
import { sourceFrom } from '../money/statement/sources.ts'
import { SideDrawer } from '../ui/dialogs/SideDrawer.tsx'
import { useT } from '../ui/text/i18n.ts'

interface StatementDrawerProps {
  /** As in the URL: 'admin:3'. Empty closes the drawer. */
  readonly address: string
  readonly onClose: () => void
}

export function StatementDrawer({ address, onClose }: StatementDrawerProps) {
  const t = useT()
  const source = sourceFrom(address)
  const isInvalid = source === undefined
  useEffect(() => {
    if (isInvalid) onClose()
  }, [isInvalid, onClose])
  if (!source) return null
  return (
    <SideDrawer opened onClose={onClose} size="48rem" title={t('Statement')} isUppermost>
      <Statement source={source} />
    </SideDrawer>
  )
}
