import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../calls/api.ts'
import { useMay, useProfile } from '../calls/session.ts'
import { FormContext } from '../fields/form-fields.ts'
import { leftSearch } from '../list/left-lists.ts'
import { PageTitle } from '../PageTitle.tsx'
import { LoadError, Loading } from '../states.tsx'
import { useT } from '../text/i18n.ts'
import classes from './form-page.module.css'
import { RestoredNotice } from './RestoredNotice.tsx'
import { submitByKey } from './submit-by-key.ts'
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

/** What the server would answer to whoever may not save. */
const DENIED = new ApiError(403, 'Access Denied')

/**
 * One form as a screen: fields below each other, a cover while it is sent, Save and the way back. Ctrl+Enter saves. Whoever may not
 * save it is told so before he types.
 */
export function FormPage({ title, form, subtitle, children, ...body }: FormPageProps) {
  const t = useT()
  const may = useMay(form.access)
  const { refetch } = useProfile()
  if (!may) {
    return (
      <Stack gap="md">
        <PageTitle title={title} />
        {may === false ? <LoadError error={DENIED} onRetry={() => void refetch()} /> : <Loading rows={5} height={60} />}
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <PageTitle title={title} {...(subtitle && { subtitle })} />
      <FormBody form={form} fields={children} {...body}>
        <Button
          variant="default"
          renderRoot={(props) => <Link to={form.list} search={leftSearch(form.list) as never} {...props} />}
        >
          {t('Back to the list')}
        </Button>
      </FormBody>
    </Stack>
  )
}

interface FormBodyProps extends Pick<FormPageProps, 'form' | 'save' | 'notice'> {
  readonly fields: ReactNode
  /** Beside Save. */
  readonly children?: ReactNode
}

/** The form itself, for a screen that is more than one form. */
export function FormBody({ form, fields, save = 'Save', notice, children }: FormBodyProps) {
  const t = useT()
  const isCovered = form.isRunning || form.isSaved
  return (
    // On the way down: an editor would make a line break of it.
    <form
      aria-busy={isCovered}
      ref={form.element}
      onSubmit={form.submit}
      onKeyDownCapture={submitByKey}
      noValidate
      className={classes.form}
    >
      <RestoredNotice kept={form.kept} />
      {notice}
      <FormContext value={form.fields}>
        <div className={classes.fields} inert={isCovered}>
          {fields}
        </div>
      </FormContext>
      <Group className={classes.buttons}>
        <Button type="submit" disabled={form.isUploading} data-loading={undefined}>
          {t(form.isUploading ? 'Uploading picture...' : save)}
        </Button>
        {children}
      </Group>
    </form>
  )
}
