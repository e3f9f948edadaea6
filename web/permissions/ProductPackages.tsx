import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { formatTk, type Tk } from '#contract/money.ts'
import { FoldedSection } from '../ui/FoldedSection.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './permissions.module.css'
import { TriState } from './TriState.tsx'
import type { Choice } from './use-choice.ts'

interface Package {
  readonly id: number
  readonly name: string
  readonly price: Tk
}

interface ProductPackagesProps {
  readonly product: { readonly id: number; readonly name: string }
  /** All packages of the product, which its checkboxes cover. */
  readonly packages: readonly Package[]
  readonly shown: readonly Package[]
  readonly single: Choice
  /** Products granted as a whole. */
  readonly whole: Choice
  /** A search expands the section. */
  readonly isFiltered: boolean
}

/** One product with its packages. Granting it as a whole includes future packages. */
export function ProductPackages({ product, packages, shown, single, whole, isFiltered }: ProductPackagesProps) {
  const t = useT()
  const isWhole = whole.has(product.id)
  const count = isWhole ? packages.length : packages.filter(({ id }) => single.has(id)).length
  const isSome = isWhole || count > 0
  const [wasOpened, setOpen] = useState(isSome)
  const isOpen = wasOpened || isFiltered
  return (
    <FoldedSection
      name={product.name}
      facts={
        <span className={isSome ? classes.some : undefined}>
          {isWhole ? t('The whole product') : t('{{count}} of {{total}}', { count, total: packages.length })}
        </span>
      }
      isOpen={isOpen}
      onToggle={(isNowOpen) => !isFiltered && setOpen(isNowOpen)}
    >
      {/* A shop may have ten thousand packages: only visible checkboxes rerender on a tick. */}
      {isOpen && (
        <div className={classes.group}>
          <Checkbox
            fw={600}
            label={t('The whole product, future packages too')}
            aria-label={t('The whole product {{name}}, future packages too', { name: product.name })}
            checked={isWhole}
            onChange={(event) => whole.set([product.id], event.currentTarget.checked)}
          />
          {packages.length === 0 ? (
            <Text c="dimmed">{t('There is no package under this product.')}</Text>
          ) : (
            <TriState
              label={t('All packages of {{name}}', { name: product.name })}
              ids={packages.map(({ id }) => id)}
              choice={isWhole ? { ...single, has: () => true } : single}
              disabled={isWhole}
            />
          )}
          <ul>
            {shown.map(({ id, name, price }) => (
              <li key={id}>
                <Checkbox
                  label={name}
                  checked={isWhole || single.has(id)}
                  disabled={isWhole}
                  onChange={(event) => single.set([id], event.currentTarget.checked)}
                />
                <span>{formatTk(price)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </FoldedSection>
  )
}
