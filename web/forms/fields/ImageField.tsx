import { Button, Input, Progress, Text, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { IconPhotoUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IMAGE_TYPES, UPLOAD_FAILED } from '#contract/uploads.ts'
import { uploadImage } from '../../calls/upload.ts'
import { focusNext } from '../../ui/focus/lost-focus.ts'
import { imageAddress } from '../../ui/image-address.ts'
import { useT } from '../../ui/text/i18n.ts'
import { toastFailed } from '../../ui/toasts.ts'
import { type FieldProps, useField } from './form-fields.ts'
import classes from './image-field.module.css'

const ACCEPTED = IMAGE_TYPES.join(',')

/** A picture, chosen or dropped and uploaded at once. The field's value is its stored path. */
export function ImageField(props: FieldProps) {
  const t = useT()
  const { id, label, error, value } = useField<string>(props).box
  const { preview, progress, send, cancel } = useUpload(props)
  const [isOver, setOver] = useState(false)
  const shown = preview ?? value
  return (
    <Input.Wrapper id={id} label={label} required={props.required ?? false} error={error}>
      <div className={classes.zone} data-over={isOver || undefined} data-error={error ? true : undefined}>
        {shown ? (
          <img className={classes.preview} src={imageAddress(shown)} alt={t('Preview')} />
        ) : (
          <span className={classes.preview} aria-hidden>
            <IconPhotoUp size={28} stroke={1.5} />
          </span>
        )}
        <div className={classes.said}>
          <Text size="sm">
            {t(shown ? 'Drop another picture here or choose one to replace it.' : 'Drop a picture here or choose one.')}
          </Text>
          <Text id={`${id}-hint`} size="xs" c="dimmed">
            {t('PNG, JPEG, WebP or GIF, up to 5 MB')}
          </Text>
          {/* The input is cleared after each choice, so it always reads as empty. */}
          <VisuallyHidden id={`${id}-said`} role="status">
            {statusOf(t, progress !== undefined, preview, value)}
          </VisuallyHidden>
          {progress === undefined ? null : (
            <div className={classes.progress}>
              <Progress value={progress * 100} flex={1} aria-label={t('Uploading')} />
              <Button
                ref={focusInput}
                size="compact-sm"
                variant="subtle"
                leftSection={<IconX size={14} aria-hidden />}
                onClick={cancel}
              >
                {t('Cancel')}
              </Button>
            </div>
          )}
        </div>
        <input
          id={id}
          className={classes.input}
          type="file"
          name={props.name}
          accept={ACCEPTED}
          required={props.required ?? false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-said${error ? ` ${id}-error` : ''}`}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file) send(file)
            // Lets the same file be chosen again after a failure.
            event.currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}

function statusOf(t: (text: string) => string, isUploading: boolean, preview: string | undefined, value: string): string {
  if (isUploading) return t('Uploading picture...')
  if (preview) return t('New picture uploaded.')
  return value && t('Picture uploaded.')
}

/** The 'Cancel' button is removed with the upload. */
const focusInput = (button: HTMLButtonElement | null) =>
  focusNext(button, button?.closest(`.${classes.zone}`)?.querySelector('input'))

/** One upload at a time; a new picture cancels the previous upload. */
function useUpload(props: FieldProps) {
  const t = useT()
  const { change, refuse, setUploading } = useField<string>(props)
  const [preview, setPreview] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const end = () => {
    setProgress(undefined)
    setUploading(props.name, false)
  }
  const send = async (file: File) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setPreview(URL.createObjectURL(file))
    setProgress(0)
    setUploading(props.name, true)
    try {
      change(await uploadImage(file, { onProgress: setProgress, signal: mine.signal }))
      if (running.current === mine) end()
    } catch {
      if (running.current !== mine) return
      end()
      setPreview(undefined)
      if (mine.signal.aborted) return
      refuse(UPLOAD_FAILED)
      toastFailed(t(UPLOAD_FAILED))
    }
  }
  return { preview, progress, send: (file: File) => void send(file), cancel: () => running.current?.abort() }
}
