import { CrudList } from '../forms/crud/CrudList.tsx'
import { physicalProductColumns, physicalProducts } from './physical-products.tsx'

export const PhysicalProductsPage = () => (
  <CrudList title="Physical Product" crud={physicalProducts} columns={physicalProductColumns} />
)
