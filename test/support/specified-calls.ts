/** Section 7 of the specification, written down from it and not from the contract: method, address as it is served, who may
 * call (a module by its key, as the product rules hand them out), and what is sent -> what comes back. `=Order` says that a
 * reply, or the rows under a name of it, carry what section 3 says of an order. (The 'unused test call' is one of these with
 * the id 1.) */
const CALLS = `
POST /api/admin/login                                            open                   identity password remember -> user token user.first_name user.last_name
POST /api/admin/change-password                                  signed-in              old_password new_password confirm_password
GET  /api/admin/profile                                          signed-in              -> wallet
GET  /api/admin/profile/transactions                             signed-in              page limit q -> transactions=HandOver total

GET  /api/admin/transaction                                      wallet_adds_view       page limit q -> transactions=Transaction total
GET  /api/admin/transaction/{id}                                 wallet_adds_view       -> =Transaction
POST /api/admin/transaction/update                               wallet_adds_approve    transaction_id status
POST /api/admin/transaction/update-full-row/{id}                 wallet_adds_edit       amount status number
POST /api/admin/transaction/cancel-all                           wallet_adds_cancel_all -> total
GET  /api/admin/admin-transaction                                hand_overs_view      page limit q -> transactions=HandOver total
POST /api/admin/admin-transaction/update                         hand_overs_approve   transaction_id status
POST /api/admin/admin-transaction/request/transaction            signed-in              amount number
GET  /api/admin/withdraw-earn-wallet                             withdrawals_view       page limit q -> transactions=Transaction total
POST /api/admin/withdraw-earn-wallet/update                      withdrawals_approve    withdraw_earn_wallet_id status

GET  /api/admin/admins                                           super                  page limit -> data=Admin
GET  /api/admin/admin/{id}                                       super                  -> =Admin
POST /api/admin/create-admin                                     super                  first_name last_name username email password confirm_password
POST /api/admin/admin/delete/{id}                                super
GET  /api/admin/auth-modules                                     super                  page limit -> data=AuthModule
POST /api/admin/auth-modules/active/{id}                         super                  name slug description
GET  /api/admin/admin-auth/{adminId}                             super                  -> []
POST /api/admin/admin-auth/update                                super                  auth_ids admin_id
GET  /api/admin/topup-package-permission/admin/{adminId}         super                  -> topup_package_id
POST /api/admin/topup-package-permission/add-permission          super                  admin_id topup_package_id

GET  /api/admin/topup-products                                   topup_products         -> data=TopupProduct
GET  /api/admin/topup-product/{id}                               topup_products         -> =TopupProduct
POST /api/admin/topup-product/create                             topup_products         name logo price isactivefortopup is_active rules
POST /api/admin/topup-product/update/{id}                        topup_products         name logo price isactivefortopup is_active rules
POST /api/admin/topup-product/delete/{id}                        topup_products
GET  /api/admin/topup-packages/{productId}                       topup_packages         -> data=TopupPackage
GET  /api/admin/topup-package/{id}                               topup_packages         -> =TopupPackage
POST /api/admin/topup-package/add                                topup_packages         product_id name price bprice serial logo in_stock
POST /api/admin/topup-package/update/{id}                        topup_packages         product_id name price bprice serial logo in_stock
POST /api/admin/topup-package/delete/{id}                        topup_packages
POST /api/admin/topup-package/update-dollar                      rates                  product_id dollar_rate

GET  /api/admin/banners                                          banners                -> data=Banner
GET  /api/admin/banner/{id}                                      banners                -> =Banner
POST /api/admin/banner/create                                    banners                note banner link isactive
POST /api/admin/banner/update/{id}                               banners                note banner link isactive
POST /api/admin/banner/delete/{id}                               banners
GET  /api/admin/notices                                          notices                -> data=Notice
GET  /api/admin/notice/{id}                                      notices                -> =Notice
POST /api/admin/notice/create                                    notices                title image link notice for_home_modal template is_active
POST /api/admin/notice/update/{id}                               notices                title image link notice for_home_modal template is_active
POST /api/admin/notice/delete/{id}                               notices

GET  /api/admin/payment-methods                                  payment_methods        -> data=PaymentMethod
GET  /api/admin/payment-method/{id}                              payment_methods        -> =PaymentMethod
POST /api/admin/payment-method/create                            payment_methods        name logo info status
POST /api/admin/payment-method/update/{id}                       payment_methods        name logo info status
POST /api/admin/payment-method/delete/{id}                       payment_methods
GET  /api/admin/physical-products                                physical_products      -> data=PhysicalProduct
GET  /api/admin/physical-product/{id}                            physical_products      -> =PhysicalProduct
POST /api/admin/physical-product/create                          physical_products      name image sale_price regular_price quantity is_active description
POST /api/admin/physical-product/update/{id}                     physical_products      name image sale_price regular_price quantity is_active description
POST /api/admin/physical-product/delete/{id}                     physical_products

GET  /api/admin/orders                                           orders_view            page limit q status user_id order_id playerid -> orders=Order order_count
GET  /api/admin/orders/admin-order                               orders_view            page limit q status user_id order_id playerid -> orders=Order order_count
POST /api/admin/order/update-order-status/{id}                   orders_work            status order_note
GET  /api/admin/physical-products-order                          product_orders_view    -> orders=ProductOrder order_count
POST /api/admin/update-physical-order-status/{id}                product_orders_work    status order_note

GET  /api/admin/unipins                                          vouchers_view          page limit user package status voucher -> vouchers=Voucher voucher_count
GET  /api/admin/unipin/{id}                                      vouchers_view          -> =Voucher pacage_id
POST /api/admin/unipin/create                                    vouchers_add           code status package_id
POST /api/admin/unipin/update/{id}                               vouchers_add           code status package_id
POST /api/admin/unipin/delete/{id}                               vouchers_delete

GET  /api/admin/users                                            users_view             page limit q -> data=User user_count
GET  /api/admin/user/{id}                                        users_view             -> =User
POST /api/admin/user/update/{id}                                 users_edit             phone wallet address city zip_code password
POST /api/admin/user/delete/{id}                                 users_delete
GET  /api/admin/users/earn-wallet/{id}                           users_view             -> total_amount
POST /api/admin/earn-wallet/update/{id}                          users_earn_wallet      type amount
GET  /api/admin/users-for-send-sms                               campaigns_send               page limit -> data=Recipient
POST /api/admin/send-sms                                         campaigns_send               phones message
GET  /api/admin/orders-chart-data                                orders_view            -> data dates
GET  /api/admin/order-completed-by-admin                         signed-in
GET  /api/admin/dashboard-stats                                  signed-in              -> =Stats

POST /api/v1/upload/image                                        signed-in              -> image`

export const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '')

/** The table's lines, one each. */
export const specifiedCalls = CALLS.split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [sent, answered] = line.split('->')
    const [method = '', path = '', who = '', ...takes] = words(sent)
    return { method, path, who, takes, answers: words(answered) }
  })
