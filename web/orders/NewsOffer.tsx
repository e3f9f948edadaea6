import { Button, CloseButton, Group } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { canNotify, useNewsOffered } from '../calls/live/notify.ts'
import { soundTone, useSound } from '../calls/live/sound.ts'
import { useT } from '../ui/text/i18n.ts'

/** Offers a notification and a sound for new orders, once in this browser. */
export function NewsOffer() {
  const t = useT()
  const [isOffered, setOffered] = useNewsOffered()
  const [, setSoundOn] = useSound()
  if (isOffered || !canNotify()) return null
  const accept = () => {
    setOffered(true)
    setSoundOn(true)
    // Browsers allow sound only after a click.
    void soundTone()
    void Notification.requestPermission()
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button variant="default" leftSection={<IconBell size={16} aria-hidden />} onClick={accept}>
        {t('Tell me about new orders')}
      </Button>
      <CloseButton aria-label={t('Not now')} onClick={() => setOffered(true)} />
    </Group>
  )
}
