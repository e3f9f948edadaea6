import { CrudList } from '../forms/crud/CrudList.tsx'
import { bannerColumns, banners } from './banners.tsx'

export const BannersPage = () => <CrudList title="Banner" crud={banners} columns={bannerColumns} />
