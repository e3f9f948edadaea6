import type { OrderRow } from '#contract/orders.ts'
import { copy } from '../ui/copy.ts'
import { t } from '../ui/text/i18n.ts'

export const copyPlayerId = ({ playerid }: OrderRow): Promise<void> =>
  copy(playerid, t('Copied Player ID:: {{playerid}}', { playerid }))
