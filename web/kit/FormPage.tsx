import { Button, Group, LoadingOverlay, Stack } from '@mantine/core'
import '@mantine/core/styles/LoadingOverlay.css'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { FormContext } from './fields/form-fields.ts'
import classes from './form-page.module.css'
import { useT } from './i18n.ts'
import { leftSearch } from './left-lists.ts'
import { PageTitle } from './PageTitle.tsx'
import type { RecordForm } from './use-record-form.ts'

interface FormPageProps {
  /** English text. */
  readonly title: string
  readonly form: RecordForm
  /** The form's fields. */
  readonly children: ReactNode
  /** English text of the button. */
  readonly save?: string
  /** Said above the fields: what a colleague has changed meanwhile. */
  readonly notice?: ReactNode
  /** English text below the title. */
  readonly subtitle?: string
}

/** One form as a screen: fields below each other, a cover while it is sent, Save and the way back. Ctrl+Enter saves. */
export function FormPage({ title, form, children, save = 'Save', notice, subtitle }: FormPageProps) {
  const t = useT()
  const isCovered = form.isRunning || form.isSaved
  return (
    <Stack gap="md">
      <PageTitle title={title} {...(subtitle && { subtitle })} />
      <form ref={form.element} onSubmit={form.submit} onKeyDownCapture={submitByKey} noValidate className={classes.form}>
        <LoadingOverlay
          visible={isCovered}
          zIndex={5}
          overlayProps={{ backgroundOpacity: 0.5, radius: 'md' }}
          transitionProps={{ duration: 0 }}
        />
        {notice}
        <FormContext value={form.fields}>
          <div className={classes.fields} inert={isCovered} aria-busy={isCovered}>
            {children}
          </div>
        </FormContext>
        <Group className={classes.buttons}>
          <Button type="submit" disabled={form.isUploading} data-loading={undefined}>
            {t(form.isUploading ? 'Uploading picture...' : save)}
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link to={form.list} search={leftSearch(form.list) as never} {...props} />}
          >
            {t('Back to the list')}
          </Button>
        </Group>
      </form>
    </Stack>
  )
}

/** Caught on the way down: an editor would make a line break of it. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}
