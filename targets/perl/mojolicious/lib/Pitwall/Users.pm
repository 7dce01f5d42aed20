package Pitwall::Users;
use Mojo::Base -base, -signatures;

use MongoDB;

# The collection users.

has collection => sub {
  my $uri    = $ENV{MONGODB_URI} // die "no database: MONGODB_URI is not set\n";
  my $client = MongoDB->connect($uri, {server_selection_timeout_ms => 3000, connect_timeout_ms => 3000});
  return $client->db($client->db_name)->coll('users');
};

sub all ($self) {
  return [
    map { {
      id         => $_->{_id}->hex,
      username   => $_->{username},
      created_at => $_->{created_at}->as_iso8601,
      updated_at => $_->{updated_at}->as_iso8601,
    } } $self->collection->find({}, {sort => {_id => 1}})->all
  ];
}

1;
