import { LongTextField } from '../forms/fields/LongTextField.tsx'
import { useT } from '../ui/text/i18n.ts'
import { FieldGroup } from './FieldGroup.tsx'
import classes from './settings.module.css'

/** The ready notes to customers, which the forms of orders offer. */
export function NotesFields() {
  const t = useT()
  return (
    <>
      <FieldGroup title="Ready notes of top-up orders">
        <p className={classes.about}>
          {t(
            'One note a line; the customer reads it. {{playerid}}, {{package}} and {{order}} are filled in. Where notes are in English and Bangla, those in the language of the screen are offered.',
          )}
        </p>
        <LongTextField name="order_notes_pending" label="For pending" rows={2} />
        <LongTextField name="order_notes_in_progress" label="For in_progress" rows={2} />
        <LongTextField name="order_notes_completed" label="For completed" />
        <LongTextField name="order_notes_cancel" label="For cancel" rows={6} />
      </FieldGroup>
      <FieldGroup title="Ready notes of product orders">
        <p className={classes.about}>{t('The same, with {{product}} and {{order}}.')}</p>
        <LongTextField name="product_order_notes_pending" label="For pending" rows={2} />
        <LongTextField name="product_order_notes_in_progress" label="For in_progress" />
        <LongTextField name="product_order_notes_completed" label="For completed" rows={2} />
        <LongTextField name="product_order_notes_cancelled" label="For cancelled" rows={6} />
      </FieldGroup>
    </>
  )
}
