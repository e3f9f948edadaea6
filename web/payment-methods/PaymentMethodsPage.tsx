import { CrudList } from '../forms/crud/CrudList.tsx'
import { paymentMethodColumns, paymentMethods } from './payment-methods.tsx'

export const PaymentMethodsPage = () => <CrudList title="Payment Method" crud={paymentMethods} columns={paymentMethodColumns} />
