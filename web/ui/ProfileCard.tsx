import { Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { imageAddress } from './image-address.ts'
import classes from './profile-card.module.css'
import { useT } from './text/i18n.ts'
import { nameOf } from './text/name-of.ts'

const GENDER_LABELS: Readonly<Record<string, string>> = { '': 'Not specified', female: 'Female', male: 'Male', other: 'Other' }

export const genderLabel = (gender: string): string => GENDER_LABELS[gender] ?? gender

interface Named {
  readonly first_name: string
  readonly last_name: string
  readonly image: string
}

export const ProfileCard = ({ of }: { of: Named }) => (
  <div className={classes.card}>
    {of.image ? (
      <img className={classes.picture} src={imageAddress(of.image)} alt="" />
    ) : (
      <span className={classes.picture} aria-hidden>
        {of.first_name.slice(0, 1)}
        {of.last_name.slice(0, 1)}
      </span>
    )}
    <Text fw={600} size="lg">
      {nameOf(of)}
    </Text>
  </div>
)

export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const t = useT()
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{t(label)}</dt>
          <dd>{value || '- - -'}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
