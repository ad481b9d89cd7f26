package links
