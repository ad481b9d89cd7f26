package hand
