package Pitwall::Menus;
use Mojo::Base -base, -signatures;

use Mojo::Pg;
use Pitwall::Instant qw(column);

# The table sys_menu. libpq reads the address from the environment.

has pg => sub {
  die "no database: PGHOST is not set\n" unless $ENV{PGHOST};
  $ENV{PGCONNECT_TIMEOUT} = 3;
  return Mojo::Pg->new->max_connections(1);
};

sub first ($self, $limit) {
  my $rows = $self->pg->db->query(
    'select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit ?', $limit)->hashes;
  $_->{create_date} = column($_->{create_date}) for @$rows;
  return $rows;
}

1;
