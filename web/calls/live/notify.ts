import { useLocalStorage } from '@mantine/hooks'
import { t } from '../../ui/text/i18n.ts'
import { countUnseenOrders } from './new-orders.ts'

const OFFERED = 'news-offered'

/** Whether notification and sound were offered in this browser, with a setter. */
export const useNewsOffered = () => useLocalStorage({ key: OFFERED, defaultValue: false, getInitialValueInEffect: false })

/** Browsers without notifications, and pages without https, have none to offer. */
export const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'default'

/** Shows how many new orders came while the tab is hidden; a new one replaces the last, across tabs. */
export function notifyNewOrders(): void {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const count = countUnseenOrders()
  const note = new Notification(t(count === 1 ? '{{count}} new order' : '{{count}} new orders', { count }), { tag: 'new-orders' })
  note.onclick = () => {
    window.focus()
    note.close()
  }
}
