import { Button } from '@mantine/core'
import { type StoreKeyRow, storeKeys } from '#contract/store-keys.ts'
import { useCommand } from '../../calls/use-command.ts'
import { useData } from '../../calls/use-data.ts'
import { dayAndTimeInWords } from '../../lists/cells/When.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { Section } from '../../ui/Section.tsx'
import { Loading, ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from '../settings.module.css'
import { AddKey } from './AddKey.tsx'

/** A first call shows while its program is being set up. */
const POLL_MS = 5_000

/** The keys that open the store API, each with the time of its last call. */
export function StoreKeys() {
  const t = useT()
  const query = useData(storeKeys.list, {}, { refetchInterval: POLL_MS })
  if (query.error && !query.data) return <ReadError query={query} />
  if (!query.data) return <Loading rows={2} height={60} />
  const { data, of_environment } = query.data
  return (
    <Section title="Store API">
      <div className={classes.card}>
        <p className={classes.about}>
          {t(
            'Your website or app places orders with one of these keys. To change one, add another, use it there, then revoke the old one.',
          )}
        </p>
        {of_environment && <p className={classes.about}>{t('STORE_KEY of the server opens it, too.')}</p>}
        {data.length === 0 && !of_environment && <p>{t('No key yet: the store API is closed.')}</p>}
        <ul className={classes.phones} aria-label={t('Store keys')}>
          {data.map((row) => (
            <StoreKey key={row.id} row={row} />
          ))}
        </ul>
        <AddKey />
      </div>
    </Section>
  )
}

function StoreKey({ row }: { row: StoreKeyRow }) {
  const t = useT()
  const command = useCommand(storeKeys.revoke, { pending: 'Revoking store key...', stale: [storeKeys.list] })
  const { id, name, created_at, last_call_at, revoked_at } = row
  const revoke = async () => {
    const about = t('Programs that use the key “{{name}}” are refused from now on. This can’t be undone.', { name })
    if (await confirm({ about, yes: t('Revoke'), isDestructive: true })) await command.run({ id })
  }
  return (
    <li>
      <b>{name}</b>
      <span>{t('Added {{time}}', { time: dayAndTimeInWords(created_at) })}</span>
      <span>
        {last_call_at ? t('Last call: {{time}}', { time: dayAndTimeInWords(last_call_at) }) : t('No call yet')}
        {revoked_at && ` · ${t('revoked {{time}}', { time: dayAndTimeInWords(revoked_at) })}`}
      </span>
      {!revoked_at && (
        <span className={classes.buttons}>
          <Button size="xs" variant="default" c="red" aria-label={t('Revoke {{name}}', { name })} onClick={() => void revoke()}>
            {t('Revoke')}
          </Button>
        </span>
      )}
    </li>
  )
}
