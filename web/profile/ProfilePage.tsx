import { Text } from '@mantine/core'
import { formatTk } from '#contract/money.ts'
import type { Profile } from '#contract/session.ts'
import { useT } from '../kit/i18n.ts'
import { useProfile } from '../kit/session.ts'
import { LoadError, Loading } from '../kit/states.tsx'
import { ProfileFrame } from './ProfileFrame.tsx'
import classes from './profile.module.css'

/** /profile: who one is, read-only. */
export function ProfilePage() {
  const { data, error, refetch } = useProfile()
  return (
    <ProfileFrame title="Profile">
      {data ? (
        <Facts profile={data} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={6} height={24} />
      )}
    </ProfileFrame>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const t = useT()
  const name = `${profile.first_name} ${profile.last_name}`.trim()
  const facts = [
    ['First name', profile.first_name],
    ['Last name', profile.last_name],
    ['Username', profile.username],
    ['Email', profile.email],
    ['Phone', profile.phone],
    ['Role', t(profile.role === 'super' ? 'Super admin' : 'Sub-admin')],
    ['Wallet', formatTk(profile.wallet)],
  ] as const
  return (
    <>
      <div className={classes.person}>
        {profile.image ? (
          <img className={classes.picture} src={imageAddress(profile.image)} alt="" />
        ) : (
          <span className={classes.picture} aria-hidden>
            {profile.first_name.slice(0, 1)}
            {profile.last_name.slice(0, 1)}
          </span>
        )}
        <Text fw={600} size="lg">
          {name}
        </Text>
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <Fact key={label} label={t(label)} value={value || '- - -'} />
        ))}
      </dl>
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)

/** A stored path, with or without the folder that images are served from. */
const imageAddress = (image: string) => (/^(https?:)?\//.test(image) ? image : `/images/${image}`)
