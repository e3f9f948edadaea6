import { Anchor, type MantineColorScheme, SegmentedControl, Stack, Switch, Title, useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Switch.css'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { asApiError } from '../calls/api.ts'
import { openApiReference } from '../calls/download.ts'
import { soundTone, useSound } from '../calls/live/sound.ts'
import { useCan } from '../calls/session.ts'
import { useShortcutsSwitch } from '../ui/keys.ts'
import { type Density, readDensity } from '../ui/table/use-table-view.ts'
import { chooseLanguage } from '../ui/text/choose-language.ts'
import { type Language, languages, readLanguage, useT } from '../ui/text/i18n.ts'
import { LanguageName } from '../ui/text/LanguageSwitch.tsx'
import { toastFailed } from '../ui/toasts.ts'
import { setDensityOfAll } from './remembered-tables.ts'
import classes from './settings.module.css'

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const satisfies readonly { value: MantineColorScheme; label: string }[]

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const satisfies readonly { value: Density; label: string }[]

const LANGUAGES = (Object.keys(languages) as Language[]).map((value) => ({ value, label: <LanguageName language={value} /> }))

/** Settings of the admin: applied at once and stored in this browser. */
export function OwnSettings() {
  const t = useT()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useState(readDensity)
  const [areKeysOn, setKeys] = useShortcutsSwitch()
  return (
    <section aria-labelledby="own-settings" className={classes.card}>
      <div>
        <Title order={2} id="own-settings">
          {t('Personal')}
        </Title>
        <p className={classes.about}>{t('Applied immediately and saved in this browser.')}</p>
      </div>
      <Choice name="Language" value={readLanguage()} choices={LANGUAGES} onChange={(value) => chooseLanguage(value)} />
      <Choice name="Colour scheme" value={colorScheme} choices={SCHEMES} onChange={setColorScheme} />
      <Choice
        name="Rows in tables"
        value={density}
        choices={DENSITIES}
        onChange={(value) => {
          setDensity(value)
          setDensityOfAll(value)
        }}
      />
      <Stack gap="sm">
        <Sound />
        <Switch
          label={t('Single-key shortcuts')}
          description={t('Ctrl K always works')}
          checked={areKeysOn}
          onChange={(event) => setKeys(event.currentTarget.checked)}
        />
      </Stack>
      <Anchor size="sm" renderRoot={(props) => <Link to="/tables" {...props} />}>
        {t('Columns of your tables')}
      </Anchor>
      <Anchor
        size="sm"
        component="button"
        type="button"
        ta="start"
        onClick={() => openApiReference().catch((error: unknown) => toastFailed(asApiError(error)))}
      >
        {t('API reference')}
      </Anchor>
    </section>
  )
}

interface ChoiceProps<V extends string> {
  readonly name: string
  readonly value: V
  readonly choices: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly onChange: (value: V) => void
}

function Choice<V extends string>({ name, value, choices, onChange }: ChoiceProps<V>): ReactNode {
  const t = useT()
  const id = useId()
  return (
    <div className={classes.choice}>
      <span id={id}>{t(name)}</span>
      <SegmentedControl
        aria-labelledby={id}
        value={value}
        data={choices.map((choice) => ({
          value: choice.value,
          label: typeof choice.label === 'string' ? t(choice.label) : choice.label,
        }))}
        onChange={(chosen) => onChange(chosen as V)}
        transitionDuration={0}
      />
    </div>
  )
}

/** Only for admins who receive new orders. */
function Sound() {
  const t = useT()
  const canHearOrders = useCan()('orders_view')
  const [isSoundOn, setSoundOn] = useSound()
  if (!canHearOrders) return null
  return (
    <Switch
      label={t('Sound for new orders')}
      checked={isSoundOn}
      onChange={(event) => {
        const isOn = event.currentTarget.checked
        setSoundOn(isOn)
        // Browsers allow sound only after a click, and the tone confirms that it is on.
        if (isOn) void soundTone()
      }}
    />
  )
}
