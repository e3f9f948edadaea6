import { CrudList } from '../kit/crud/CrudList.tsx'
import { noticeColumns, notices } from './notices.tsx'

/** /notice */
export const NoticesPage = () => <CrudList title="Notice" crud={notices} columns={noticeColumns} />
