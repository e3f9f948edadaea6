import { formatTk } from '#contract/money.ts'
import { ROLE_NAMES } from '#contract/roles.ts'
import type { Profile } from '#contract/sessions.ts'
import { useProfile } from '../calls/session.ts'
import { StatementLink } from '../lists/cells/StatementLink.tsx'
import { Facts, genderLabel, ProfileCard } from '../ui/ProfileCard.tsx'
import { Loading } from '../ui/states.tsx'
import { breakable } from '../ui/text/breakable.tsx'
import { formatDay } from '../ui/text/day.ts'
import { useT } from '../ui/text/i18n.ts'
import { ProfileFrame } from './ProfileFrame.tsx'

export function ProfilePage() {
  const { data, error } = useProfile()
  return (
    <ProfileFrame title="Profile">
      {/* The layout already reports that the profile cannot be read. */}
      {data ? <Card profile={data} /> : !error && <Loading rows={6} height={24} />}
    </ProfileFrame>
  )
}

function Card({ profile }: { profile: Profile }) {
  const t = useT()
  return (
    <>
      <ProfileCard of={profile} />
      <Facts
        facts={[
          ['First name', profile.first_name],
          ['Last name', profile.last_name],
          ['Username', profile.username],
          ['Email', breakable(profile.email)],
          ['Phone', profile.phone],
          ...(profile.gender ? [['Gender', t(genderLabel(profile.gender))] as const] : []),
          ...(profile.date_of_birth ? [['Date of birth', formatDay(profile.date_of_birth)] as const] : []),
          ['Role', t(ROLE_NAMES[profile.role])],
          [
            'Wallet',
            <StatementLink key="wallet" statement="own">
              {formatTk(profile.wallet)}
            </StatementLink>,
          ],
        ]}
      />
    </>
  )
}
