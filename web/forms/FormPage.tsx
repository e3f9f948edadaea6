import { Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../calls/api.ts'
import { useHasAccess, useProfile } from '../calls/session.ts'
import { lastListSearch } from '../lists/last-list-search.ts'
import classes from '../ui/form-page.module.css'
import { PageTitle } from '../ui/PageTitle.tsx'
import { LoadError, Loading } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { FormContext } from './fields/form-fields.ts'
import { RestoredNotice } from './RestoredNotice.tsx'
import { submitByKey } from './submit-by-key.ts'
import type { RecordForm } from './use-record-form.ts'

interface FormPageProps {
  readonly title: string
  readonly form: RecordForm
  readonly children: ReactNode
  /** False where the record can no longer be changed. */
  readonly save?: string | false
  /** Of the translation of `save`, where its English says something else. */
  readonly context?: string
  readonly notice?: ReactNode
  readonly subtitle?: string
}

/** The reply for admins who may not save. */
const DENIED = new ApiError(403, { code: 'access_denied', message: 'Access Denied' })

/** A form as a screen, covered while it is sent. Ctrl+Enter saves. Admins who may not save learn that before they type. */
export function FormPage({ title, form, subtitle, children, ...body }: FormPageProps) {
  const t = useT()
  const may = useHasAccess(form.access)
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
          renderRoot={(props) => <Link to={form.list} search={lastListSearch(form.list) as never} {...props} />}
        >
          {t('Back to the list')}
        </Button>
      </FormBody>
    </Stack>
  )
}

interface FormBodyProps extends Pick<FormPageProps, 'form' | 'save' | 'context' | 'notice'> {
  readonly fields: ReactNode
  readonly children?: ReactNode
  /** On a screen whose next step is another. */
  readonly isQuiet?: true
}

/** The form without the screen, for screens with several forms. */
export function FormBody({ form, fields, save = 'Save', context, notice, children, isQuiet }: FormBodyProps) {
  const t = useT()
  const isCovered = form.isRunning || form.isSaved
  return (
    // Capture phase: the rich text editor would turn it into a line break.
    <form
      aria-busy={isCovered}
      ref={form.element}
      onSubmit={save ? form.submit : (event) => event.preventDefault()}
      onKeyDownCapture={submitByKey}
      noValidate
      className={classes.form}
    >
      <RestoredNotice restoredInput={form.restoredInput} />
      {notice}
      <FormContext value={form.fields}>
        <div className={classes.fields} inert={isCovered}>
          {fields}
        </div>
      </FormContext>
      <Group className={classes.buttons}>
        {save && (
          <Button type="submit" {...(isQuiet && { variant: 'default' })} disabled={form.isUploading} data-loading={undefined}>
            {form.isUploading ? t('Uploading picture...') : t(save, context === undefined ? undefined : { context })}
          </Button>
        )}
        {form.addsAnother && (
          <Button type="submit" variant="default" data-another disabled={form.isUploading}>
            {t('Save and add another')}
          </Button>
        )}
        {children}
      </Group>
    </form>
  )
}
