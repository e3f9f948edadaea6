import { Modal, type ModalProps } from '@mantine/core'
import { useT } from '../text/i18n.ts'
import { useBack } from './use-back.ts'

type ShownOnceProps = Pick<ModalProps, 'opened' | 'onClose' | 'title' | 'returnFocus' | 'withCloseButton' | 'children'>

/** A dialog for what the server keeps only as a hash, so only a button closes it: not Escape, Back or a click outside. */
export function ShownOnce({ title, ...props }: ShownOnceProps) {
  const t = useT()
  useBack(props.opened, () => {})
  return (
    <Modal
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={<b>{title}</b>}
      {...props}
    />
  )
}
