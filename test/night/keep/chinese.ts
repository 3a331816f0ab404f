/** Chinese statements, each behind what it is: written for this test, with such as look like another. */

export const chinese = `
rule	未经娜娜同意不得发送账单。
rule	每次上线前必须先备份数据库。
rule	不要在周五下午合并代码。
rule	从现在起所有报价由两个人审核。
rule	禁止公开客户姓名。
rule	**规则：** 一个任务一个分支
rule	晚上务必关好院门。
rule	回复供应商之前一律先问老陈。
rule	重要：备份要在更新之前做
decision	**决定：** 继续使用旧名字
decision	我们决定把工作室搬到杭州。
decision	和房东商定每月三号交房租。
decision	永久决策：上线前不对外发邮件
decision	大家一致同意客人自付停车费。
decision	最终选定小会议室。
lesson	**教训：** 先订场地再发邀请
lesson	这次学到报价十天后就失效。
lesson	下次要记得索取收据。
lesson	才发现缓存需要手动清空。
preference	小林更喜欢简短的回答。
preference	用户不喜欢表情符号。
preference	老王讨厌晚上接电话。
preference	她偏爱绿茶。
correction	小林纠正了我：合同五月到期。
correction	更正：办公室在四楼
correction	课程不是三月开始，而是四月。
identity	我叫杜松。
identity	**时区：** Asia/Shanghai
identity	他住在苏州。
person	王芳是财务总监。
person	我们的房东是刘建国。
person	陈洁担任大阪分店的店长。
person	李玫是我的姐姐。
fact	档案在第二块硬盘上，位于机房。
none	任务一直没有跑完，我就回家了。
none	是不是每次都要问小林？
none	还没决定用哪个新标志。
none	需要决定场地在哪里。
none	也许以后都该先问一下。
none	和小林聊了一个小时的计划。
none	重做了首页的布局。
none	明天要写完幻灯片。
none	机器学习课程春天开始。
none	不得不重启打印机。
none	更正了错别字。
operational	收件箱：没有新邮件。
operational	已检查，一切正常。
operational	备份完成，02:00。
operational	12 条消息，3 个错误
finished	已完成：订购椅子
superseded	旧价目表已作废。
expired	优惠券有效期至 2025-03-01。
secret	邮箱密码是 Taiyang#42
secret	账号：admin / x81kkQz-99
rule	小梅特别强调开门之前要打电话
rule	来访时间以墙上的日历为准
lesson	仅支持从港口一侧取货
preference	小梅对旧水泵很感兴趣
rule	优先使用侧门送货
lesson	售票机只接受硬币
rule	宁可多问一次也别开闸
`;
