import { CrudList } from '../forms/crud/CrudList.tsx'
import { noticeColumns, notices } from './notices.tsx'

export const NoticesPage = () => <CrudList title="Notice" crud={notices} columns={noticeColumns} />
