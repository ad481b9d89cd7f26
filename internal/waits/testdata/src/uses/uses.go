package uses
