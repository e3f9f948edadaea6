import type { AdminRow } from '#contract/admins.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Choice, lookups } from '#contract/lookups.ts'
import { type PackageGrants, permissions } from '#contract/permissions.ts'
import { textKey } from '#contract/text.ts'
import { call } from '../calls/api.ts'
import { useData } from '../calls/use-data.ts'
import { useT } from '../ui/text/i18n.ts'
import { GrantsForm, NotLoaded, useSaveGrants } from './GrantsForm.tsx'
import { PermissionFrame } from './PermissionFrame.tsx'
import { ProductPackages } from './ProductPackages.tsx'
import classes from './permissions.module.css'
import { TriState } from './TriState.tsx'
import { useChoice } from './use-choice.ts'

export const OrderPermissionPage = () => (
  <PermissionFrame title="Manage Order Permission">{(admin) => <Loaded key={admin.id} admin={admin} />}</PermissionFrame>
)

type Package = Output<typeof lookups.topupPackages>['data'][number]

function Loaded({ admin }: { admin: AdminRow }) {
  const products = useData(lookups.topupProducts, {})
  const packages = useData(lookups.topupPackages, {})
  const granted = useData(permissions.packages, { admin_id: admin.id })
  if (!products.data || !packages.data || !granted.data) return <NotLoaded queries={[products, packages, granted]} />
  return <Products admin={admin} catalogue={sectionsOf(products.data.data, packages.data.data)} granted={granted.data} />
}

interface Section {
  readonly product: Choice
  readonly packages: readonly Package[]
}

/** One section per product. One without packages can be granted as a whole, before its first package exists. */
const sectionsOf = (products: readonly Choice[], packages: readonly Package[]): Section[] => {
  const byProduct = Map.groupBy(packages, ({ product_id }) => product_id)
  return products.map((product) => ({ product, packages: byProduct.get(product.id) ?? [] }))
}

/** Search results of a section: packages match by their own and their product's name, a product without packages by its name. */
function filterSections(sections: readonly Section[], query: string) {
  const wanted = textKey(query).trim()
  const matches = (text: string) => textKey(text).includes(wanted)
  return sections
    .map((section) => ({
      ...section,
      shown: section.packages.filter(({ name }) => matches(`${section.product.name} ${name}`)),
    }))
    .filter(({ product, shown }) => shown.length > 0 || matches(product.name))
}

interface ProductsProps {
  readonly admin: AdminRow
  readonly catalogue: readonly Section[]
  /** The server's current state: refetched after a refusal, with the unsaved changes on top. */
  readonly granted: PackageGrants
}

function Products({ admin, catalogue, granted }: ProductsProps) {
  const t = useT()
  const save = useSaveGrants(permissions.setPackages, permissions.packages)
  const single = useChoice(`packages of ${admin.id}`, singleOf(granted, catalogue), save)
  const whole = useChoice(`products of ${admin.id}`, granted.topup_product_id, save)
  const sendGrants = () =>
    save.run({
      admin_id: admin.id,
      topup_package_id: [...single.chosen],
      topup_product_id: [...whole.chosen],
      expected_topup_package_id: granted.topup_package_id,
      expected_topup_product_id: granted.topup_product_id,
    })
  return (
    <GrantsForm
      adminId={admin.id}
      choices={[single, whole]}
      save={save}
      onSave={sendGrants}
      grantsOf={(id) => grantsOf(id, catalogue)}
    >
      {(sought, none) => {
        const found = filterSections(catalogue, sought ?? '')
        return (
          <>
            {sought === undefined && catalogue.length > 0 && (
              <div className={classes.group}>
                <TriState
                  label={t('All {{count}} products, future packages too', { count: catalogue.length })}
                  ids={catalogue.map(({ product }) => product.id)}
                  choice={whole}
                />
              </div>
            )}
            {found.length === 0 && none}
            {found.map((section) => (
              <ProductPackages
                key={section.product.id}
                {...section}
                single={single}
                whole={whole}
                isFiltered={sought !== undefined}
              />
            ))}
          </>
        )
      }}
    </GrantsForm>
  )
}

async function grantsOf(admin_id: number, catalogue: readonly Section[]) {
  const { data } = await call(permissions.packages, { admin_id })
  return [singleOf(data, catalogue), data.topup_product_id]
}

/** The packages granted one by one: the reply also names those of whole products. */
function singleOf({ topup_package_id, topup_product_id }: PackageGrants, catalogue: readonly Section[]): number[] {
  const whole = catalogue.filter(({ product }) => topup_product_id.includes(product.id))
  const covered = new Set(whole.flatMap(({ packages }) => packages.map(({ id }) => id)))
  return topup_package_id.filter((id) => !covered.has(id))
}
