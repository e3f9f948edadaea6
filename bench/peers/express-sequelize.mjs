// The order list as a server on Express and Sequelize has it, by the book: models, associations, findAndCountAll. It is copied into a
// folder where those are installed, and started there with DATABASE_URL.
import express from 'express'
import { DataTypes, Sequelize } from 'sequelize'

const sequelize = new Sequelize(process.env.DATABASE_URL, { logging: false, pool: { max: 12 } })
const options = { timestamps: false, underscored: true }

const User = sequelize.define(
  'User',
  { id: { type: DataTypes.BIGINT, primaryKey: true }, username: DataTypes.TEXT, phone: DataTypes.TEXT, email: DataTypes.TEXT },
  { ...options, tableName: 'users' },
)
const Product = sequelize.define(
  'Product',
  { id: { type: DataTypes.BIGINT, primaryKey: true }, name: DataTypes.TEXT, logo: DataTypes.TEXT },
  { ...options, tableName: 'topup_products' },
)
const Admin = sequelize.define(
  'Admin',
  { id: { type: DataTypes.BIGINT, primaryKey: true }, first_name: DataTypes.TEXT, last_name: DataTypes.TEXT },
  { ...options, tableName: 'admins' },
)
const Order = sequelize.define(
  'Order',
  {
    id: { type: DataTypes.BIGINT, primaryKey: true },
    user_id: DataTypes.BIGINT,
    product_id: DataTypes.BIGINT,
    package_id: DataTypes.BIGINT,
    name: DataTypes.TEXT,
    amount: DataTypes.DECIMAL,
    playerid: DataTypes.TEXT,
    status: DataTypes.TEXT,
    brief_note: DataTypes.TEXT,
    completed_by: DataTypes.BIGINT,
    created_at: DataTypes.DATE,
    closed_at: DataTypes.DATE,
  },
  { ...options, tableName: 'orders' },
)
Order.belongsTo(User, { foreignKey: 'user_id' })
Order.belongsTo(Product, { foreignKey: 'product_id' })
Order.belongsTo(Admin, { foreignKey: 'completed_by' })

const app = express()
app.get('/orders', async (request, reply) => {
  const page = Number(request.query.page ?? 1)
  const limit = Number(request.query.limit ?? 10)
  const { rows, count } = await Order.findAndCountAll({
    where: request.query.status ? { status: request.query.status } : {},
    include: [User, Product, Admin],
    order: [['id', 'DESC']],
    limit,
    offset: (page - 1) * limit,
  })
  reply.json({ success: true, data: { orders: rows, total: count } })
})
const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port))
