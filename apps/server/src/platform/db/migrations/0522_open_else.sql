-- What is open of bills that are not regular: few, told apart from what a room owes in all.
create index bill_open_else on bill (room_id) include (amount, reduced, settled)
  where state = '已发布' and kind in ('临时', '押金') and amount > reduced + settled;
